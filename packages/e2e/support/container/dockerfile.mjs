/**
 * The stages of a Dockerfile, each with its instructions in order: `{ name, steps: [{ word, text, flags }] }`. Knows what
 * this repository's Dockerfiles use, and refuses the rest: a check must not pass over a line.
 */
export function stagesOf(dockerfile) {
  const stages = []
  for (const { word, text } of instructionsOf(dockerfile)) {
    if (word === 'FROM') {
      const [, , name = ''] = /^(\S+)(?: AS (\S+))?$/.exec(text) ?? []
      stages.push({ name, steps: [] })
    } else {
      if (!KNOWN.has(word)) throw new Error(`The check does not know the instruction ${word}.`)
      stages.at(-1).steps.push({ word, ...withFlags(text) })
    }
  }
  return stages
}

const KNOWN = new Set([
  'WORKDIR',
  'COPY',
  'RUN',
  'ENV',
  'USER',
  'VOLUME',
  'EXPOSE',
  'HEALTHCHECK',
  'CMD',
])

function instructionsOf(dockerfile) {
  return dockerfile
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, word, text] = /^(\w+)\s+(.*)$/.exec(line)
      return { word, text }
    })
}

function withFlags(text) {
  const words = text.split(' ')
  const flags = {}
  while (words[0]?.startsWith('--')) {
    const [name, value] = words.shift().slice(2).split('=')
    flags[name] = value
  }
  return { text: words.join(' '), flags }
}
