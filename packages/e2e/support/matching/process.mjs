// Run as a process of its own: node process.mjs <place> <tag> <cursor>. Gives a tag to all assets of the store, from the
// cursor on, and says how far it is. An empty cursor begins anew.
import { openPlace } from '../folders/places.mjs'

const [place, tag, cursor] = process.argv.slice(2)
const store = await openPlace(JSON.parse(place))
process.send('running')
const { changed } = await store.matching({}).tag(
  { add: [tag] },
  {
    ...(cursor !== '' && { cursor }),
    onProgress: (progress) => process.send(progress),
  },
)
await store.close()
process.send({ changed }, () => process.disconnect())
