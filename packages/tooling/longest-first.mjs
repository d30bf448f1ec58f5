import path from 'node:path'
import { BaseSequencer } from 'vitest/node'

/**
 * The slowest files, slowest first. Vitest knows how long a file takes only where it ran before. On a fresh clone, one
 * of these would otherwise begin last and leave a processor idle.
 */
const LONGEST = [
  'testing/src/chaos/full-sqlite-chaos.test.ts',
  'testing/src/chaos/full-second-fault-chaos.test.ts',
  'testing/src/chaos/chaos.test.ts',
  'node/src/handler/http-contract.test.ts',
  'core/src/maintenance/backup/backup.test.ts',
  'testing/src/chaos/chaos-interleaving.test.ts',
  'node/src/handler/hostile.test.ts',
  'core/src/store/store.test.ts',
  'fastify/src/plugin/life-cycle.test.ts',
  'sharp/src/process/process-pool.test.ts',
  'sharp/src/variants/hostile.test.ts',
  'sharp/src/variants/sharp-variants.test.ts',
  'postgres/src/metadata/metadata-contract.test.ts',
  'postgres/src/transfer/source.test.ts',
].map((file) => path.resolve(import.meta.dirname, '..', file))

/** Starts the slowest files of a project first. The projects stay one after another: each has its own workers. */
export class LongestFirst extends BaseSequencer {
  async sort(files) {
    const sorted = await super.sort(files)
    const projects = [...new Set(sorted.map(({ project }) => project))]
    return projects.flatMap((project) => {
      const own = sorted.filter((file) => file.project === project)
      return own
        .map((file) => ({ file, rank: rankOf(file.moduleId) }))
        .sort(byRank)
        .map(({ file }) => file)
    })
  }
}

function rankOf(file) {
  const index = LONGEST.indexOf(path.normalize(file))
  return index === -1 ? LONGEST.length : index
}

/** Sorting is stable: files of equal rank keep their order. */
function byRank(one, other) {
  return one.rank - other.rank
}
