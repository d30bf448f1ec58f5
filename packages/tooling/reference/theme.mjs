// How the pages of the API reference look: one signature and one text for each function, one table for the
// properties of an interface. The defaults of the plugin repeat every type under a heading of its own.
import { MarkdownTheme, MarkdownThemeContext } from 'typedoc-plugin-markdown'

export class ReferenceTheme extends MarkdownTheme {
  getRenderContext(page) {
    return new ReferenceContext(this, page, this.application.options)
  }
}

class ReferenceContext extends MarkdownThemeContext {
  constructor(theme, page, options) {
    super(theme, page, options)
    this.partials = {
      ...this.partials,
      signature: (model, { hideTitle, multipleSignatures }) => {
        const comment = multipleSignatures
          ? model.comment
          : (model.comment ?? model.parent?.comment)
        return [
          ...(hideTitle ? [] : [this.partials.signatureTitle(model)]),
          ...(comment === undefined ? [] : [this.partials.comment(comment, { headingLevel: 6 })]),
        ].join('\n\n')
      },
      inheritance: () => '',
      hierarchy: ({ types, isTarget }) =>
        isTarget
          ? ''
          : `Extends ${types.map((type) => this.helpers.getHierarchyType(type, { isTarget: false })).join(', ')}.`,
    }
  }
}
