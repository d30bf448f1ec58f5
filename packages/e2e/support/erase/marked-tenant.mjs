import { randomUUID } from 'node:crypto'

/** Every so many assets one is in the trash, one of those was purged, one was replaced, and one belongs to a record. */
const [TRASHED, PURGED, REPLACED, ATTACHED] = [5, 25, 10, 9]
const BATCH = 50
/** Jobs that no process runs. */
const KIND = 'never-run'

/** Fills a tenant of the store with so many assets, and puts its marker into all that a client can name. */
export async function fillTenant(store, marker, assets) {
  const tenant = store.for({ tenant: marker }).for({ actor: `${marker}-actor` })
  const { id: top } = await tenant.folders.create({ name: `${marker} folder` })
  const { id: folderId } = await tenant.folders.create({ name: `In ${marker}`, parentId: top })
  const ids = []
  for (let from = 0; from < assets; from += BATCH) {
    const files = Array.from({ length: Math.min(BATCH, assets - from) }, (_, n) =>
      fileOf(marker, from + n),
    )
    const options = { folderId, idempotencyKey: `${marker}-key-${from}` }
    ids.push(...(await tenant.uploadMany(files, options)).map(({ id }) => id))
  }
  const user = tenant.for({ scope: { createdBy: `${marker}-user` } })
  await user.upload(Buffer.from(`${marker} of a user`), { name: `${marker} of a user.txt` })
  const every = (count) => ids.filter((_, n) => n % count === 0)
  for (const id of every(REPLACED)) {
    await tenant.versions.replace(id, Buffer.from(`${marker} replaced ${randomUUID()}`))
  }
  await tenant.update(ids[1], { name: `${marker} renamed.txt`, title: `New ${marker}` })
  const post = { type: `${marker}-post`, id: `${marker}-1`, field: `${marker}-cover` }
  await inBatches(every(ATTACHED), (some) => tenant.owners.add(some, post))
  await inBatches(every(TRASHED), (some) => tenant.trash(some))
  await inBatches(every(PURGED), (some) => tenant.purge(some, { bytes: 'deleted' }))
  await tenant.keys.create({ name: `${marker} key` })
  await tenant.tickets.create({
    createdBy: `${marker}-guest`,
    tags: [`${marker} ticket`],
    metadata: { [`${marker}-of-ticket`]: marker },
  })
  const job = { key: `${marker}-job` }
  await tenant.jobs.enqueue(KIND, { [`${marker}-of-job`]: marker }, job)
}

async function inBatches(ids, change) {
  for (let from = 0; from < ids.length; from += BATCH) await change(ids.slice(from, from + BATCH))
}

function fileOf(marker, n) {
  return {
    // Some are longer than what is written at once.
    source: Buffer.from(`${marker} ${n} `.repeat(n % 20 === 0 ? 5_000 : 10)),
    name: `${marker} ${n}.txt`,
    externalId: `${marker}/${n}`,
    title: `Title of ${marker}`,
    alt: { en: `Alt of ${marker}` },
    tags: [`${marker} tag`, `t${n % 7}`],
    metadata: { [`${marker}-name`]: `${marker} value ${n}` },
  }
}

/** All that there is of a tenant, with the bytes of its active files, for a comparison. */
export async function contentOf(store, name) {
  const tenant = store.for({ tenant: name })
  const assets = []
  for (const trashed of [false, true]) {
    for await (const asset of tenant.matching({}).iterate({ trashed })) {
      const bytes = trashed ? null : await (await tenant.read(asset)).bytes()
      const owners = trashed ? null : await tenant.owners.of(asset.id)
      assets.push({ asset, owners, bytes: bytes && Buffer.from(bytes).toString('base64') })
    }
  }
  const { folders } = await tenant.folders.list({ page: 1 })
  const audit = []
  for await (const entry of tenant.admin.audit.iterate()) audit.push(entry)
  const { jobs } = await tenant.jobs.list({ kind: KIND })
  const { quota: _, ...usage } = await tenant.usage()
  return JSON.stringify({ assets, folders, audit, jobs, usage, keys: await tenant.keys.list() })
}
