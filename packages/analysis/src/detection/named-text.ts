/**
 * Kinds of text that only a name identifies, by extension. Their media type is `text/plain` where none of their own is
 * usual.
 */
export const NAMED_TEXT: ReadonlyMap<string, string> = new Map([
  ['csv', 'text/csv'],
  ['tsv', 'text/tab-separated-values'],
  ['md', 'text/markdown'],
  ['markdown', 'text/markdown'],
  ['css', 'text/css'],
  ['js', 'text/javascript'],
  ['mjs', 'text/javascript'],
  ['cjs', 'text/javascript'],
  ['yaml', 'text/yaml'],
  ['yml', 'text/yaml'],
  ['txt', 'text/plain'],
  ['log', 'text/plain'],
  ...plain(
    'asm bash bat bib c cc clj cmake cmd conf cpp cs dart diff dockerfile env erl ex fs go gradle graphql h hpp hs ini ' +
      'java jsonl jsx kt less lisp lua m ndjson patch pem php pl po properties ps1 py r rb rs sass scala scss sh ' +
      'sql srt swift tex toml ts tsx vb vue zsh',
  ),
])

function plain(extensions: string): [string, string][] {
  return extensions.split(' ').map((extension) => [extension, 'text/plain'])
}
