import { cp } from 'node:fs/promises'
import path from 'node:path'
import { sh } from '../packaging/shell.mjs'
import { installFromNpm } from './install.mjs'
import { readLibrary } from './read-library.mjs'

const PROJECT = path.join(import.meta.dirname, 'payload')
const PACKAGES = ['payload@3.90.2', '@payloadcms/db-sqlite@3.90.2', 'sharp@0.35']

/** Payload on SQLite: a collection with folders, a trash and image sizes, and one with alternative texts in two languages. */
export const payload = {
  name: 'Payload',
  root: 'media',
  system: 'payload',
  install: (directory) => installFromNpm(directory, PACKAGES),
  async make(directory, files) {
    await cp(PROJECT, directory, { recursive: true })
    await sh(directory, process.execPath, 'make.mjs', files)
    return readLibrary(directory)
  },
}
