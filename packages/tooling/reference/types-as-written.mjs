// TypeDoc shows types as the compiler resolves them: `string` for `Timestamp`, `Uint8Array<ArrayBufferLike>` for
// `Uint8Array`, thirty literals for `ApiErrorCode`. The reference shows them as they are written in the source.
import { Converter } from 'typedoc'

export function showTypesAsWritten({ converter }) {
  const written = []
  const note = (context, reflection, node) => {
    if (isPlain(node?.type)) written.push({ context, reflection, type: node.type })
  }
  for (const event of [Converter.EVENT_CREATE_DECLARATION, Converter.EVENT_CREATE_PARAMETER]) {
    converter.on(event, (context, reflection) => {
      const [node] = context.getSymbolFromReflection(reflection)?.getDeclarations() ?? []
      note(context, reflection, node)
    })
  }
  converter.on(Converter.EVENT_CREATE_SIGNATURE, note)
  converter.on(Converter.EVENT_RESOLVE_BEGIN, () => {
    for (const { context, reflection, type } of written) {
      if (reflection.type === undefined) continue
      reflection.type = converter.convertType(context.withScope(reflection), type)
    }
  })
}

/** Object and function types have members with their own docstrings, which TypeDoc's form keeps. */
function isPlain(type) {
  return type !== undefined && !/[{}]|=>/.test(type.getText())
}
