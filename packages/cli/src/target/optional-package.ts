import { unreachable } from '../exit/cli-error.ts'

/**
 * Loads a package that only some stores need. Says what to install when it is missing; passes on an error within the
 * package.
 */
export async function loadPackage<Module>(
  name: string,
  what: string,
  load: () => Promise<Module>,
): Promise<Module> {
  try {
    return await load()
  } catch (error) {
    if (!isMissing(error, name)) throw error
    throw unreachable(
      `${what} needs ${name}, which is not installed. Run: npm install ${name}`,
      error,
    )
  }
}

/** Whether this package itself was not found. */
export function isMissing(error: unknown, name: string): boolean {
  const { code, message } = Object(error) as Partial<Record<'code' | 'message', unknown>>
  return (
    code === 'ERR_MODULE_NOT_FOUND' && typeof message === 'string' && message.includes(`'${name}'`)
  )
}
