// Copies, uploads, imports and exports at once, in a process whose open files are limited; prints what came of them as JSON.
import { readdirSync, readlinkSync } from 'node:fs'
import path from 'node:path'
import { isStowageError, openAssetStore } from '@stowage/core'
import { exportTenant } from '@stowage/import'

const ROUNDS = 6

const [directory] = process.argv.slice(2)
const store = await openAssetStore({
  directory: path.join(directory, 'store'),
  advanced: { sweepEveryMs: false },
})
const bytes = (n) => Buffer.alloc(400_000, n)
const asset = await store.upload(bytes(1), { name: 'a.bin' })

/** How many descriptors of each kind this process holds. */
function openFiles() {
  const held = {}
  for (const descriptor of readdirSync('/proc/self/fd')) {
    const kind = kindOf(descriptor)
    held[kind] = (held[kind] ?? 0) + 1
  }
  return held
}

function kindOf(descriptor) {
  try {
    return path.basename(readlinkSync(`/proc/self/fd/${descriptor}`)).replace(/:\[\d+\]$/, '')
  } catch {
    return 'closed meanwhile'
  }
}

async function tally(count, work) {
  const outcomes = {}
  const one = async (n) => {
    const outcome = await work(n).then(
      () => 'done',
      (error) => (isStowageError(error) ? `${error.code}: ${error.message}` : `raw: ${error}`),
    )
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
  }
  await Promise.all(Array.from({ length: count }, (_, n) => one(n)))
  return outcomes
}

const exported = (name) =>
  exportTenant(store, 'default', { file: path.join(directory, `${name}.tar`) })
const uploads = await tally(150, (n) => store.upload(bytes(n), { name: `${n}.bin` }))
const copies = await tally(150, () => store.copy(asset.id))
// In several rounds: a large batch of the database opens a file for a moment.
const imports = {}
for (let round = 0; round < ROUNDS; round += 1) {
  const imported = await tally(100, (n) =>
    store.admin.import({ source: () => bytes(n), name: `${n}.bin`, externalId: `${round}-${n}` }),
  )
  for (const [outcome, count] of Object.entries(imported)) {
    imports[outcome] = (imports[outcome] ?? 0) + count
  }
}
const before = openFiles()
const exports = await tally(40, (n) => exported(n))
const partial = readdirSync(directory).filter((name) => !/^(store|\d+\.tar)$/.test(name))
const held = openFiles()
const after = await tally(1, () => exported('after'))
const { problems } = await store.admin.verify()
await store.close()
console.log(
  JSON.stringify({
    uploads,
    copies,
    imports,
    exports,
    partial,
    before,
    held,
    after,
    problems: problems.length,
  }),
)
