// Analyses a file whose type only the library knows, first while as few descriptors are free as the argument says, then
// with all of them. Prints as JSON what it got.
import { createAnalyzer } from '@stowage/analysis'
import { holdDescriptors } from './hold-descriptors.mjs'

const bytes = Buffer.concat([Buffer.from('LZIP\x01'), Buffer.alloc(100)])
const file = { size: bytes.length, read: async ({ start, end }) => bytes.subarray(start, end) }
const analyzer = createAnalyzer({ maxTimeMs: 2000 })

const typeOf = () =>
  analyzer.analyze(file, { name: '' }).then(
    ({ facts }) => facts.mimeType,
    ({ code, message }) => code ?? message,
  )

const release = holdDescriptors(Number(process.argv[2]))
const now = await typeOf()
release()
const later = await typeOf()
const closed = await analyzer.close().then(
  () => 'closed',
  ({ message }) => message,
)
console.log(JSON.stringify({ now, later, closed }))
