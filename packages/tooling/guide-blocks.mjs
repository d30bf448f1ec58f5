/**
 * The fenced blocks of a Markdown page, in order. `info` is the text after the three backticks, split at blanks. `file`
 * is the file name when the first line is a comment with only a file name: `// server.mjs`. `heading` is that of the
 * section; `line` is the line of the fence, from 1.
 */
export function blocksOf(markdown) {
  const blocks = []
  let heading = ''
  let open
  for (const [index, text] of markdown.split('\n').entries()) {
    const fence = /^```(.*)$/.exec(text)
    if (open === undefined) {
      if (fence) open = { heading, info: fence[1].split(' '), line: index + 1, lines: [] }
      else heading = /^##? (.*)$/.exec(text)?.[1] ?? heading
    } else if (fence) {
      const { lines, ...facts } = open
      blocks.push({ ...facts, code: `${lines.join('\n')}\n`, file: fileOf(lines) })
      open = undefined
    } else {
      open.lines.push(text)
    }
  }
  return blocks
}

function fileOf([first = '']) {
  return /^(?:\/\/|#|<!--) ([\w.[\]/+-]*\w+\.\w+|Dockerfile)(?: -->)?$/.exec(first)?.[1] ?? null
}
