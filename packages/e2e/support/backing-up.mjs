// Backs up a store again and again until it is killed: `backing-up.mjs <store> <backup> <clock offset>`.
import { openAssetStore } from '@stowage/core'

const [directory, backup, offset] = process.argv.slice(2)
const store = await openAssetStore({
  directory,
  advanced: { sweepEveryMs: false, clock: () => Date.now() * 1000 + Number(offset) },
})
while (true) {
  process.send({ begun: true })
  const { records, copied, kept, removed, problems } = await store.admin.backup({
    directory: backup,
  })
  process.send({ done: { records, copied, kept, removed, problems: problems.length } })
}
