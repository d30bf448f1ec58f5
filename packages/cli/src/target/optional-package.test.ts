import { describe, expect, it } from 'vitest'
import { EXIT } from '../exit/exit-codes.ts'
import { loadPackage } from './optional-package.ts'

const MISSING = '@stowage/not-installed'

describe('loadPackage', () => {
  it('says what to install', async () => {
    const loading = loadPackage(MISSING, '--s3', () => import(/* @vite-ignore */ MISSING))
    await expect(loading).rejects.toMatchObject({
      exitCode: EXIT.unreachable,
      message: `--s3 needs ${MISSING}, which is not installed. Run: npm install ${MISSING}`,
    })
  })

  it('passes on what is missing within the package', async () => {
    const loading = loadPackage('@stowage/s3', '--s3', () => import(/* @vite-ignore */ MISSING))
    await expect(loading).rejects.toMatchObject({ code: 'ERR_MODULE_NOT_FOUND' })
  })
})
