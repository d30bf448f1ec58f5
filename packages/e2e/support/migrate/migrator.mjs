// Run as a process of its own: node migrator.mjs <places> <cursor>. Sends its progress over IPC, and its report at the end.
import { migrate } from '@stowage/migrate'
import { newPlace, oldPlace } from './places.mjs'

const [text, cursor] = process.argv.slice(2)
const places = JSON.parse(text)
const report = await migrate({
  from: oldPlace(places),
  to: newPlace(places),
  ...(cursor && { cursor }),
  onProgress: ({ blobs, records }) => process.send({ progress: { blobs: counts(blobs), records } }),
})
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
