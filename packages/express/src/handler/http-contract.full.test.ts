import { describeContract } from '@stowage/testing'
import { httpContract } from '@stowage/testing/http'
import { describe, expect, it } from 'vitest'
import { serve, VERSIONS } from '../testing/serving.ts'
import { createExpressHandler } from './create-express-handler.ts'

for (const [name, express] of VERSIONS) {
  describeContract(
    `${name}, mounted under a path`,
    httpContract,
    async () => {
      const limits = { fileSize: 8 * 1024 ** 2 }
      const crossOrigin = 'https://app.example'
      const contract = await serve(
        express(),
        (app, { store }) => {
          app.use('/media', createExpressHandler(store, { cors: { origins: [crossOrigin] } }))
        },
        { limits },
      )
      return {
        fixture: { ...contract.fixtureAt(`${contract.origin}/media`), ...limits, crossOrigin },
        async dispose() {
          await expect.poll(contract.openFiles).toEqual([])
          await contract.dispose()
        },
      }
    },
    { describe, it },
  )
}
