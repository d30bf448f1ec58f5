import type { DefineVerb } from '../command/define.ts'
import { defineAudit } from './audit.ts'
import { defineBackup } from './backup.ts'
import { defineCompletion } from './completion.ts'
import { defineDoctor } from './doctor.ts'
import { defineExport } from './export.ts'
import { defineFromUrl } from './from-url.ts'
import { defineGet } from './get.ts'
import { defineImport } from './import.ts'
import { defineKeys } from './keys.ts'
import { defineLs } from './ls.ts'
import { defineMigrate } from './migrate.ts'
import { definePurge } from './purge.ts'
import { defineReplace } from './replace.ts'
import { defineRestore } from './restore.ts'
import { defineRestoreVersion } from './restore-version.ts'
import { defineServe } from './serve.ts'
import { defineShow } from './show.ts'
import { defineSweep } from './sweep.ts'
import { defineTenants } from './tenants.ts'
import { defineTrash } from './trash.ts'
import { defineUsage } from './usage.ts'
import { defineVerify } from './verify.ts'
import { defineVersions } from './versions.ts'

/** All verbs, in the order of the help. */
export const VERBS: readonly DefineVerb[] = [
  defineServe,
  defineKeys,
  defineImport,
  defineFromUrl,
  defineExport,
  defineLs,
  defineShow,
  defineGet,
  defineReplace,
  defineVersions,
  defineRestoreVersion,
  defineTrash,
  defineRestore,
  definePurge,
  defineUsage,
  defineAudit,
  defineTenants,
  defineVerify,
  defineBackup,
  defineSweep,
  defineMigrate,
  defineDoctor,
  defineCompletion,
]
