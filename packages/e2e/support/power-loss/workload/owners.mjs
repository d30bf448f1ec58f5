import { all, ids } from './files.mjs'

/** The longest that the store allows: no sweep here takes what is pending. */
const PENDING = { hours: 720 }

/** Attaches pending assets to three owners, of which each takes its assets with it in another way; one stays pending. */
export async function changeOwners(stores, { does, files }) {
  const name = files.nextName('owner')
  await all(3, async (index) => {
    const store = stores[index % stores.length]
    const owner = { type: 'post', id: `${name}.${index}` }
    const assets = await all(2, () => files.small(store, { name: 'pending', pending: PENDING }))
    await does.attach(store, ids(assets), { ...owner, field: 'files' })
    await does.detachAll(store, ids(assets), owner, ['keep', 'trash', 'purge'][index])
  })
  const kept = await files.small(stores[0], { name: 'pending', pending: PENDING })
  await does.attach(stores[0], ids([kept]), { type: 'post', id: name, field: 'cover' })
  await files.small(stores[0], { name: 'pending', pending: PENDING })
}
