// Uploads while PostgreSQL is restarted, and while one of its processes is killed. Afterwards every acknowledged upload
// must be there, once. Clients may get no other error than one that asks them to try again.
import { createHash } from 'node:crypto'
import { isStowageError } from '@stowage/core'
import { postgres } from '@stowage/postgres'
import { newAsset } from '@stowage/testing'
import { startPostgres } from '../../tooling/postgres-server.mjs'
import { killBackend } from '../support/faults/kill-backend.mjs'
import { createReport } from '../support/report.mjs'

const CLIENTS = 32
const LIMIT = 60_000
/** Milliseconds, longer than the check takes. */
const LIFETIME = 3_600_000

const report = createReport('Uploads while PostgreSQL comes and goes')
await report.run(async () => {
  // A server of its own even where `POSTGRES_URL` is set, because this check restarts it.
  delete process.env.POSTGRES_URL
  const server = await startPostgres()
  try {
    await report.step('a restart', () => uploadDuring(server.url, () => server.restart()))
    await report.step('a killed backend, and the recovery that follows', () =>
      uploadDuring(server.url, () => killBackend(server.url)),
    )
  } finally {
    await server.stop()
  }
})

/** Uploads until so many were acknowledged after `disturb` has ended; then looks at each of them. */
async function uploadDuring(url, disturb) {
  const schema = `s${createHash('sha256').update(String(disturb)).digest('hex').slice(0, 8)}`
  const metadata = await postgres({ url, schema }).open()
  const acknowledged = []
  const unknown = []
  const refusals = new Map()
  const deadline = performance.now() + LIMIT
  let goal = Number.POSITIVE_INFINITY

  async function upload() {
    const asset = newAsset()
    try {
      await metadata.blobs.reserve([asset.blobKey], { lifetime: LIFETIME })
      const { assets } = await metadata.assets.insert({
        tenant: 'a',
        assets: [asset],
        keyId: null,
        quota: null,
      })
      acknowledged.push(...assets)
    } catch (error) {
      if (!isStowageError(error, 'unavailable', 'outcome_unknown')) throw error
      refusals.set(error.code, (refusals.get(error.code) ?? 0) + 1)
      if (error.code === 'outcome_unknown') unknown.push(asset)
    }
  }
  const clients = Array.from({ length: CLIENTS }, async () => {
    while (acknowledged.length < goal) {
      if (performance.now() > deadline) throw new Error('Uploads did not come back in time.')
      await upload()
    }
  })
  const disturbed = (async () => {
    while (acknowledged.length < 500 && performance.now() < deadline) await upload()
    await disturb()
    goal = acknowledged.length + 500
  })()
  await Promise.all([...clients, disturbed])

  for (const asset of acknowledged) {
    const found = await metadata.assets.get({ id: asset.id })
    if (found?.seq !== asset.seq) throw new Error(`An acknowledged asset is lost: ${asset.id}`)
  }
  let happened = 0
  for (const { id } of unknown) if ((await metadata.assets.get({ id })) !== null) happened += 1
  const list = { tenant: 'a', trashed: false, from: { offset: 0 }, limit: 1 }
  const { total } = await metadata.assets.list(list)
  if (total !== acknowledged.length + happened) throw new Error(`The total is wrong: ${total}`)
  await metadata.close()
  const refused =
    [...refusals].map(([code, count]) => `${count} ${code}`).join(', ') || 'none refused'
  return `${acknowledged.length} acknowledged and there; ${refused}, of those unknown ${happened} there`
}
