import path from 'node:path'
import { sh } from '../packaging/shell.mjs'
import { guideText } from './guide.mjs'
import { installFromApt } from './install.mjs'
import { readLibrary } from './read-library.mjs'

const SCRIPT = path.join(import.meta.dirname, 'active-storage.rb')

/** Active Storage of Debian's Ruby packages, with files that are attached to posts. */
export const activeStorage = {
  name: 'Active Storage',
  root: 'storage',
  system: 'active-storage',
  install: () => installFromApt(['ruby-activestorage', 'ruby-railties', 'ruby-sqlite3']),
  async make(directory, files) {
    const code = /rails runner '([^']+)'/.exec(await guideText())[1]
    await sh(directory, 'ruby', SCRIPT, files, code)
    return readLibrary(directory)
  },
}
