const WHOLE = /^(\d+) +(\w+)\((.*)\) += (-?\d+|0x[0-9a-f]+|\?)/s
const UNFINISHED = /^(\d+) +(\w+\(.*) <unfinished \.\.\.>$/s
const RESUMED = /^(\d+) +<\.\.\. \w+ resumed>(.*)$/s
const STRING = /"((?:\\x[0-9a-f]{2})*)"(\.\.\.)?/g

/**
 * The calls of a log that `strace -f -xx` wrote, as moments in the order in which they happened:
 * `{ phase: 'begin' | 'end', call }`. Calls that failed, or that the end of the process cut off, are left
 * out. A call is `{ name, args, strings, result }`, its strings as bytes.
 */
export function momentsOf(log) {
  const moments = []
  const unfinished = new Map()
  for (const line of log.split('\n')) {
    const start = UNFINISHED.exec(line)
    if (start !== null) {
      const begin = { phase: 'begin', call: null }
      moments.push(begin)
      unfinished.set(start[1], { begin, text: start[2] })
      continue
    }
    const resumed = RESUMED.exec(line)
    const pending = resumed === null ? undefined : unfinished.get(resumed[1])
    if (resumed !== null) unfinished.delete(resumed[1])
    if (resumed !== null && pending === undefined) continue
    const call = callOf(pending ? `${resumed[1]} ${pending.text}${resumed[2]}` : line)
    if (call === null) continue
    if (pending === undefined) moments.push({ phase: 'begin', call })
    else pending.begin.call = call
    moments.push({ phase: 'end', call })
  }
  return moments.filter(({ call }) => call !== null)
}

function callOf(line) {
  const match = WHOLE.exec(line)
  if (match === null) return null
  const [, , name, args, outcome] = match
  const result = Number(outcome)
  if (Number.isNaN(result) || result < 0) return null
  const strings = [...args.matchAll(STRING)].map(([, hex, cut]) => {
    if (cut !== undefined) throw new Error(`strace cut a string of ${name} short.`)
    return Buffer.from(hex.replaceAll('\\x', ''), 'hex')
  })
  return { name, args: args.replace(STRING, '""'), strings, result }
}
