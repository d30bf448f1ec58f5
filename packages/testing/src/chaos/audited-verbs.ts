import { folderVerbs } from './folder-verbs.ts'
import { lifeCycleVerbs } from './life-cycle-verbs.ts'
import { ownerVerbs } from './owner-verbs.ts'
import { uploadVerbs } from './upload-verbs.ts'
import type { ChaosVerb } from './verb.ts'
import { versionVerbs } from './version-verbs.ts'

/** One verb for each kind of transaction: one asset, many assets, and one that does several things. */
const AUDITED = [
  'uploadMany',
  'replaceContent',
  'copy',
  'trash',
  'purge',
  'folders.delete that trashes',
  'owners.add of pending assets',
  'owners.removeAll with purge',
]

const all = [...uploadVerbs, ...versionVerbs, ...lifeCycleVerbs, ...folderVerbs, ...ownerVerbs]

/** Verbs whose every change is in the audit trail, or did not happen. */
export const auditedVerbs: readonly ChaosVerb[] = all
  .filter(({ name }) => AUDITED.includes(name))
  .map((verb) => ({
    ...verb,
    name: `${verb.name}, audited`,
    options: { ...verb.options, audit: true },
    async prepare(store, fixture) {
      const run = await verb.prepare(store.for({ actor: 'ann' }), fixture)
      return (open, signal, plan) => run(open.for({ actor: 'ann' }), signal, plan)
    },
  }))
