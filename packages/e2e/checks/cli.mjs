// The command line as it is built: in pipes and in a real terminal, killed, interrupted, with hostile names. `--full` also
// imports into a service, changes assets of a folder, and takes very many files.
import { parseArgs } from 'node:util'
import { assetScenes } from '../support/cli/asset-scenes.mjs'
import { backendScenes } from '../support/cli/backend-scenes.mjs'
import { exitScenes } from '../support/cli/exit-scenes.mjs'
import { helpScenes } from '../support/cli/help-scenes.mjs'
import { importScenes, outsideScene } from '../support/cli/import-scenes.mjs'
import { inLanes } from '../support/cli/lanes.mjs'
import { manyFilesScene } from '../support/cli/many-files-scene.mjs'
import { tenantScenes } from '../support/cli/tenant-scenes.mjs'
import { upkeepScenes } from '../support/cli/upkeep-scenes.mjs'
import { createReport } from '../support/report.mjs'
import { withTemporaryDirectory } from '../support/temporary-directory.mjs'

/** Fills two cores: servers that start, and moves that wait for the lease of one that was killed, leave theirs idle. */
const AT_ONCE = 3

const { values } = parseArgs({ options: { full: { type: 'boolean', default: false } } })
const report = createReport('cli: the command line in pipes and in a terminal')
const started = performance.now()
await report.run(() =>
  withTemporaryDirectory(async (directory) => {
    const scene = { report, directory, full: values.full }
    // The longest first, so that none runs alone at the end; servers start while others work.
    await inLanes(AT_ONCE, [
      () => backendScenes(scene),
      () => upkeepScenes(scene),
      () => importScenes({ ...scene, kind: 'folder' }),
      () => assetScenes({ ...scene, kind: 'service' }),
      () => helpScenes(scene),
      () => tenantScenes(scene),
      () => exitScenes(scene),
      () => outsideScene(scene),
    ])
    if (values.full) {
      await inLanes(AT_ONCE, [
        () => importScenes({ ...scene, kind: 'service' }),
        () => assetScenes({ ...scene, kind: 'folder' }),
      ])
      await manyFilesScene(scene)
    }
    report.note(`${Math.round((performance.now() - started) / 1000)} s`)
  }),
)
