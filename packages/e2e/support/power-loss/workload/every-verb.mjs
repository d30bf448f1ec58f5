import { changeContents } from './contents.mjs'
import { all, ids } from './files.mjs'
import { changeFolders } from './folders.mjs'
import { enqueueJobs, runJobs } from './jobs.mjs'
import { changeOwners } from './owners.mjs'

/** Every verb of a store, many at a time. `openAgain` opens a second connection of the same directory. */
export async function everyVerb(store, world) {
  const { does, clock, files, openAgain } = world
  const { small, large, picture, many } = files
  runJobs(store, world)
  const key = await does.key(store, 'revoked in the middle')
  const first = await all(6, (index) => (index % 3 === 0 ? large(store) : small(store)))
  await Promise.all([many(store, 4), picture(store), picture(store), files.refused(store)])

  const other = await openAgain()
  const second = await all(8, (index) => small(index % 2 === 0 ? store : other))
  const pictured = await picture(store)
  await changeFolders(store, world, ids(second))
  await Promise.all([
    does.revoke(other, key.id),
    does.update(store, first[0].id, { name: 'renamed', isFavourite: true }),
    does.trash(other, ids(first.slice(1, 4))),
    does.trash(store, ids(second.slice(0, 4))),
    does.withVariant(store, pictured.id, 'preview'),
    files.aborted(store),
    many(other, 3, { broken: true }),
    changeContents([store, other], world, second.slice(5, 7)),
    changeOwners([other, store], world),
    enqueueJobs([store, other], world),
  ])
  await small(store, { principal: { kind: 'key', id: key.id, tenant: 'default', permissions: [] } })
  await Promise.all([
    does.purge(store, ids(first.slice(1, 3))),
    does.purge(other, ids(second.slice(0, 2))),
    does.restore(store, ids(second.slice(2, 4))),
    large(other),
    small(store),
  ])
  // The same again, as a client does that got no answer.
  await does.purge(store, ids(second.slice(0, 2)))
  const retried = { name: files.nextName('retried'), bytes: files.smallBytes() }
  for (const tried of [store, other]) {
    await does.upload(tried, retried.name, retried.bytes, { idempotencyKey: retried.name })
  }
  await other.close()

  for (let turn = 0; turn < 2; turn += 1) {
    clock.pass(20)
    await Promise.all([store.admin.sweep(), small(store), small(store)])
  }
  await fillTheLog(store, world, second[4].id)
  const last = await all(3, () => picture(store))
  await does.trash(store, ids(last))
  await does.purge(store, ids(last))
}

/** Over 1000 pages, so that SQLite moves them into the database in the middle and begins its log anew. */
async function fillTheLog(store, { does, files: { small } }, id) {
  for (let turn = 0; turn < 40; turn += 1) {
    await Promise.all([
      does.update(store, id, { isFavourite: turn % 2 === 0 }),
      ...(turn % 10 === 0 ? [small(store), small(store)] : []),
    ])
  }
}
