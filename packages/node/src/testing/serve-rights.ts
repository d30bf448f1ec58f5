import type { AssetStore } from '@stowage/core'
import type { RightsOptions } from '@stowage/testing/http'
import { createNodeHandler } from '../handler/create-node-handler.ts'
import { serve } from './serve.ts'

/** For `rightsSetup`: the store behind the handler, on a port of its own. */
export async function serveRights(
  store: AssetStore,
  options: RightsOptions,
): Promise<{ readonly baseUrl: string; close(): Promise<void> }> {
  const { origin: baseUrl, close } = await serve(createNodeHandler(store, options))
  return { baseUrl, close }
}
