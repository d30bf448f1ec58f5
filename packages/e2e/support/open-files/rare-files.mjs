// Analyses a file whose type only the library knows, first while as few descriptors are free as the argument says, then
// with all of them. Prints as JSON what it got.
import { closeSync, openSync } from 'node:fs'
import { devNull } from 'node:os'
import { createAnalyzer } from '@stowage/analysis'

const bytes = Buffer.concat([Buffer.from('LZIP\x01'), Buffer.alloc(100)])
const file = { size: bytes.length, read: async ({ start, end }) => bytes.subarray(start, end) }
const analyzer = createAnalyzer({ maxTimeMs: 2000 })

const typeOf = () =>
  analyzer.analyze(file, { name: '' }).then(
    ({ facts }) => facts.mimeType,
    ({ code, message }) => code ?? message,
  )

const held = takeAll()
for (let free = Number(process.argv[2]); free > 0; free -= 1) closeSync(held.pop())
const now = await typeOf()
for (const descriptor of held) closeSync(descriptor)
const later = await typeOf()
const closed = await analyzer.close().then(
  () => 'closed',
  ({ message }) => message,
)
console.log(JSON.stringify({ now, later, closed }))

function takeAll() {
  const taken = []
  try {
    for (;;) taken.push(openSync(devNull, 'r'))
  } catch {
    return taken
  }
}
