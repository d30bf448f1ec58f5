import { describeContract } from '@stowage/testing'
import { hostileContract, hostileFormContract, slowClientContract } from '@stowage/testing/http'
import { describe, it } from 'vitest'
import { type Serve, servedHostile, servedToSlowClients } from './hostile-setup.ts'

const runner = { describe, it }

/** Registers what hostile and slow clients do to handlers that are served so. */
export function describeHostile(name: string, serve: Serve): void {
  const without = ['ownsConnections'] as const
  describeContract(name, hostileContract, servedHostile(serve), runner, { without })
  const slow = servedToSlowClients(serve)
  describeContract(`${name} and slow clients`, slowClientContract, slow, runner)
  describeContract(`${name} and forms`, hostileFormContract, servedHostile(serve), runner)
}
