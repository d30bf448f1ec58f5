// Run as a process of its own: node migrator.mjs <places> <cursor>. Sends its progress over IPC, and its report at the end.
import { migrate } from '@stowage/migrate'
import { openNew, openOld } from './places.mjs'

const [text, cursor] = process.argv.slice(2)
const places = JSON.parse(text)
const [from, to] = [await openOld(places), await openNew(places)]
const report = await migrate({
  from,
  to,
  ...(cursor && { cursor }),
  onProgress: ({ blobs, records }) => process.send({ progress: { blobs: counts(blobs), records } }),
})
for (const { metadata } of [from, to]) await metadata.close()
const { blobs, records, proof } = report
const message = {
  report: {
    blobs: { ...counts(blobs), problems: blobs.problems },
    records,
    proof: { ...counts(proof), problems: proof.problems },
  },
}
process.send(message, () => process.disconnect())

function counts({ records, copied, kept, gone, bytes, cursor }) {
  return { records, copied, kept, gone, bytes, cursor }
}
