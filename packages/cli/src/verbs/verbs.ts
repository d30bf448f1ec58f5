import type { DefineVerb } from '../command/define.ts'
import { defineFromUrl } from './assets/from-url.ts'
import { defineGet } from './assets/get.ts'
import { defineLs, defineSearch } from './assets/ls.ts'
import { definePurge } from './assets/purge.ts'
import { defineReplace } from './assets/replace.ts'
import { defineRestore } from './assets/restore.ts'
import { defineRestoreVersion } from './assets/restore-version.ts'
import { defineShow } from './assets/show.ts'
import { defineTrash } from './assets/trash.ts'
import { defineVersions } from './assets/versions.ts'
import { defineCompletion } from './completion.ts'
import { defineExport } from './files/export.ts'
import { defineImport } from './files/import.ts'
import { defineJobs } from './service/jobs.ts'
import { defineKeys } from './service/keys.ts'
import { defineServe } from './service/serve.ts'
import { defineWork } from './service/work.ts'
import { defineBackup } from './store/backup.ts'
import { defineDoctor } from './store/doctor.ts'
import { defineMigrate } from './store/migrate.ts'
import { defineSweep } from './store/sweep.ts'
import { defineVariants } from './store/variants.ts'
import { defineVerify } from './store/verify.ts'
import { defineAudit } from './tenants/audit.ts'
import { defineEvents } from './tenants/events.ts'
import { defineTenants } from './tenants/tenants.ts'
import { defineUsage } from './tenants/usage.ts'
import { defineWebhooks } from './webhooks/webhooks.ts'

/** All verbs, in the order of the help. */
export const VERBS: readonly DefineVerb[] = [
  defineServe,
  defineWork,
  defineKeys,
  defineJobs,
  defineWebhooks,
  defineImport,
  defineFromUrl,
  defineExport,
  defineLs,
  defineSearch,
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
  defineEvents,
  defineTenants,
  defineVariants,
  defineVerify,
  defineBackup,
  defineSweep,
  defineMigrate,
  defineDoctor,
  defineCompletion,
]
