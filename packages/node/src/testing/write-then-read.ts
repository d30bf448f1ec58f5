import { execFile, execFileSync } from 'node:child_process'
import { promisify } from 'node:util'

/** What the client read of the answer. */
export interface ReadAnswer {
  readonly status: number
  readonly connection: string | null
  readonly body: string
}

/** `Content-Length` is of head and zeros together. */
export interface WrittenRequest {
  readonly origin: string
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
  /** What the body begins with. Default: nothing. */
  readonly head?: string
  /** Zeros after that, in whole blocks of 64 KiB. */
  readonly zeros: number
}

const CLIENT = `
import http.client, json, ssl, sys
request = json.loads(sys.argv[1])
scheme, address = request['origin'].split('://')
connection = (http.client.HTTPSConnection(address, context=ssl._create_unverified_context())
              if scheme == 'https' else http.client.HTTPConnection(address))
head = request.get('head', '').encode()
connection.putrequest('POST', request.get('path', '/api/v1/assets'))
connection.putheader('Content-Length', str(len(head) + request['zeros']))
for name, value in request.get('headers', {}).items():
    connection.putheader(name, value)
connection.endheaders()
connection.send(head)
block = bytes(65536)
for _ in range(request['zeros'] // len(block)):
    connection.send(block)
answer = connection.getresponse()
print(json.dumps({'status': answer.status, 'connection': answer.getheader('Connection'),
                  'body': answer.read().decode()}))
`

/** Whether there is a Python to run the client. */
export const hasPython: boolean = runs('python3', '--version')

/**
 * Posts with Python's http.client, which reads nothing before it has written everything, as most simple clients do.
 * Rejects when the connection breaks before that.
 */
export async function writeThenRead(request: WrittenRequest): Promise<ReadAnswer> {
  const { stdout } = await promisify(execFile)('python3', ['-c', CLIENT, JSON.stringify(request)])
  return JSON.parse(stdout)
}

function runs(command: string, ...args: string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
