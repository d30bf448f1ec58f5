import { admin } from './scenes/admin.mjs'
import { arrive } from './scenes/arrive.mjs'
import { background } from './scenes/background.mjs'
import { details } from './scenes/details.mjs'
import { dialogs } from './scenes/dialogs.mjs'
import { drop } from './scenes/drop.mjs'
import { figures } from './scenes/figures.mjs'
import { folders } from './scenes/folders.mjs'
import { forcedColors } from './scenes/forced-colors.mjs'
import { hostile } from './scenes/hostile.mjs'
import { keyboard } from './scenes/keyboard.mjs'
import { looks } from './scenes/looks.mjs'
import { organise } from './scenes/organise.mjs'
import { picker } from './scenes/picker.mjs'
import { trash } from './scenes/trash.mjs'
import { typing } from './scenes/typing.mjs'
import { undo } from './scenes/undo.mjs'
import { uploads } from './scenes/uploads.mjs'
import { webhooks } from './scenes/webhooks.mjs'

const SCENES = {
  arrive,
  organise,
  details,
  dialogs,
  folders,
  picker,
  typing,
  uploads,
  trash,
  undo,
  admin,
  webhooks,
  background,
  keyboard,
  hostile,
  'forced-colors': forcedColors,
  looks,
  drop,
  figures,
}

/** Scenes that share a store, in this order: later ones find what earlier ones left. Those of two stores run beside each other. */
const STORES = [
  ['arrive', 'organise', 'details', 'picker', 'dialogs', 'typing', 'folders'],
  [
    'uploads',
    'trash',
    'undo',
    'admin',
    'webhooks',
    'background',
    'keyboard',
    'hostile',
    'forced-colors',
    'looks',
  ],
]

/** What is measured runs alone, and brings its own store. */
const ALONE = ['drop', 'figures']

export const SCENE_NAMES = Object.keys(SCENES)

/** The scenes of `names`: those of each store that is needed, and those that run alone afterwards. */
export function planScenes(names) {
  const among = (some) => some.filter((name) => names.includes(name)).map((name) => SCENES[name])
  const stores = STORES.map(among).filter((scenes) => scenes.length > 0)
  return { stores, alone: among(ALONE) }
}
