import { cp } from 'node:fs/promises'
import path from 'node:path'
import { freePort } from '../../../tooling/ports.mjs'
import { sh } from '../packaging/shell.mjs'
import { installFromNpm } from './install.mjs'
import { readLibrary } from './read-library.mjs'

const PROJECT = path.join(import.meta.dirname, 'strapi')
const PACKAGES = [
  '@strapi/strapi@5.54.0',
  'better-sqlite3',
  'react@18',
  'react-dom@18',
  'react-router-dom@6',
  'styled-components@6',
]

/** Strapi with its local provider, on SQLite, with folders and formats. */
export const strapi = {
  name: 'Strapi',
  root: 'public',
  system: 'strapi',
  install: (directory) => installFromNpm(directory, PACKAGES),
  async make(directory, files) {
    await cp(PROJECT, directory, { recursive: true })
    const env = `STRAPI_TELEMETRY_DISABLED=1 NODE_ENV=production PORT=${await freePort()}`
    await sh(directory, 'env', ...env.split(' '), process.execPath, 'make.js', files)
    return readLibrary(directory)
  },
}
