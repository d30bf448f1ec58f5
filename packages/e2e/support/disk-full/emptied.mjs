import { createJournal } from '../ledger/journal.mjs'
import { purgeAll } from '../load/purge-all.mjs'
import { createClient } from './client.mjs'
import { startServer } from './start-server.mjs'

const TIMES = 2

/**
 * A volume that uploads alone have filled, with blobs and database: all of it can be trashed, purged and swept, its room
 * comes back, and uploads work again. Twice: what deletions leave behind must not add up. Filled once more, its tenant
 * can be erased.
 */
export async function fillAndEmpty({ volume, sizes, untilFull, check }) {
  const directories = [volume.at, volume.at]
  const server = await startServer(directories)
  const client = createClient('fill')
  const { bytes: before } = await volume.free()
  const roomComesBack = async (when) => {
    await server.later()
    const { bytes: after } = await volume.free()
    const lost = after < 0.75 * before ? [`${kib(after)} of ${kib(before)} are free`] : []
    check(`${when}: the room comes back`, lost, `${kib(after)} of ${kib(before)}`)
  }
  for (let time = 1; time <= TIMES; time += 1) {
    client.connect(server)
    await untilFull(client, sizes)
    const full = await volume.free()
    const { acknowledged, refused } = client.ledger.tally.verbs.upload
    check(
      `${time}: uploads alone fill it, and leave room for deletions`,
      client.ledger.failures,
      `${acknowledged} stored, ${refused} refused, ${kib(full.bytes)} of ${kib(before)} left`,
    )
    const journal = createJournal(client.ledger.hear)
    const problem = await purgeAll({ client: client.api, journal }).then(
      () => [],
      ({ message }) => [message],
    )
    check(`${time}: everything can be trashed and purged`, problem)
    await roomComesBack(`${time}`)
    // The server has closed those that were idle meanwhile.
    client.connect(server)
    const again = await Promise.all(sizes.map((size) => client.upload(size)))
    const unstored = again.filter((outcome) => outcome !== 'done')
    check(`${time}: uploads work again`, unstored, `${again}`)
  }
  await untilFull(client, sizes)
  const { assets, failed } = await server.erase()
  check('erased: a full tenant can be erased', [failed].filter(Boolean), `${assets} assets`)
  await roomComesBack('erased')
  client.close()
  const { problem, errors } = await server.close()
  // A variant of an upload that just went in may find no room.
  const others = errors.filter((error) => error !== 'insufficient_storage')
  check('the store closes', [...(problem ? [problem] : []), ...others], `onError heard ${errors}`)
}

function kib(bytes) {
  return `${Math.round(bytes / 1024)} KiB`
}
