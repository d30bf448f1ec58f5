// The look of the API reference pages: one signature and one text for each function, one table for the properties of an
// interface. The plugin's defaults repeat every type under its own heading.
import { ReflectionKind } from 'typedoc'
import { MarkdownTheme, MarkdownThemeContext } from 'typedoc-plugin-markdown'

export class ReferenceTheme extends MarkdownTheme {
  getRenderContext(page) {
    return new ReferenceContext(this, page, this.application.options)
  }

  render(page) {
    // Nothing links to a table row, and the numbers in such anchors change with every new row.
    return super.render(page).replaceAll(/<a id="[^"]*"><\/a> /g, '')
  }
}

class ReferenceContext extends MarkdownThemeContext {
  constructor(theme, page, options) {
    super(theme, page, options)
    const { getFlattenedDeclarations } = this.helpers
    this.helpers = {
      ...this.helpers,
      // The type in the row above shows the members of an object: only members with a text get a row.
      getFlattenedDeclarations: (model, options) =>
        getFlattenedDeclarations(model, options).filter(
          ({ name, comment }) => comment !== undefined || model.some((each) => each.name === name),
        ),
    }
    const { declarationTitle } = this.partials
    this.partials = {
      ...this.partials,
      // The table below a constant object shows its members.
      declarationTitle: (model) =>
        model.kindOf(ReflectionKind.Variable) && model.type?.declaration?.children
          ? `> \`const\` **${model.name.replaceAll('_', '\\_')}**`
          : declarationTitle(model),
      signature: (model, { hideTitle, multipleSignatures, headingLevel }) => {
        const comment = multipleSignatures
          ? model.comment
          : (model.comment ?? model.parent?.comment)
        return [
          ...(hideTitle ? [] : [this.partials.signatureTitle(model)]),
          ...(comment === undefined ? [] : [this.partials.comment(comment, { headingLevel })]),
        ].join('\n\n')
      },
      inheritance: () => '',
      hierarchy: ({ types, isTarget }) => (isTarget ? '' : `Extends ${this.namesOf(types)}.`),
    }
  }

  namesOf(types) {
    return types.map((type) => this.helpers.getHierarchyType(type, { isTarget: false })).join(', ')
  }
}
