import { contentOf } from '../crash/content.mjs'
import { multipart } from '../soak/request.mjs'
import { allReady } from './disturbances.mjs'

const API = '/api/v1'
/** More than all the buffers between the bucket and a client that does not read hold. */
const SIZE = 64 * 1024 ** 2

/**
 * Stops the gateway while each instance sends a large file, and starts it again. Resolves to how each of the files
 * ended for its client, and to the stored asset.
 */
export async function breakOff({ balancer, instances, ceph }) {
  const file = { name: 'broken-off.txt', ...contentOf('broken-off', SIZE, null) }
  const stored = await balancer.send(`${API}/assets`, multipart('file', [file]))
  if (stored.status !== 201) throw new Error(`The file was not stored: ${stored.status}`)
  const { id, attributes } = JSON.parse(stored.bytes).data
  const { name, size, sha256 } = file
  const asset = { id, name, route: new URL(attributes.url).pathname, size, sha256 }

  let goOn
  const stopped = new Promise((resolve) => {
    goOn = resolve
  })
  const reads = []
  const begun = instances.map(
    (_, index) =>
      new Promise((resolve) => {
        const onBegin = () => {
          resolve()
          return stopped
        }
        reads.push(balancer.sendTo(index, asset.route, { onBegin }).finally(resolve))
      }),
  )
  await Promise.all(begun)
  await ceph.stopGateway()
  goOn()
  const ends = (await Promise.all(reads)).map(({ status }) => status)
  await ceph.startGateway()
  await allReady(instances)
  return { ends, asset }
}
