import { describeContract } from '@stowage/testing'
import { httpContract } from '@stowage/testing/http'
import fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { CLOSE_AT_ONCE, serve } from '../testing/serving.ts'
import { createFastifyPlugin } from './create-fastify-plugin.ts'

describeContract(
  'Fastify 5, mounted under a path',
  httpContract,
  async () => {
    const limits = { fileSize: 8 * 1024 ** 2 }
    const crossOrigin = 'https://app.example'
    const contract = await serve(
      fastify(CLOSE_AT_ONCE),
      (app, { store }) => {
        app.register(createFastifyPlugin(store, { cors: { origins: [crossOrigin] } }), {
          prefix: '/media',
        })
      },
      { limits },
    )
    return {
      fixture: {
        ...contract.fixtureAt(`${contract.origin}/media`),
        ...limits,
        crossOrigin,
        refusesBrokenUrls: true,
      },
      async dispose() {
        await expect.poll(contract.openFiles).toEqual([])
        await contract.dispose()
      },
    }
  },
  { describe, it },
)
