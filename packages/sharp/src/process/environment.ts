/** Variables that the system, its loaders and its fonts need. */
const PASSED =
  /^(PATH|HOME|USERPROFILE|LANG|LC_\w+|TZ|TMPDIR|TEMP|TMP|SYSTEMROOT|WINDIR|FONTCONFIG_\w+|NODE_PATH|XDG_\w+|(DY)?LD_\w+)$/i

/**
 * The environment of a picture process. It holds none of the app's secrets, because an attacker who took over a
 * decoder would read them there.
 */
export function pictureEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const passed = Object.entries(env).filter(([name]) => PASSED.test(name))
  return {
    ...Object.fromEntries(passed),
    // Electron's binary runs as Node only with this variable.
    ELECTRON_RUN_AS_NODE: '1',
    // glibc returns less memory when every thread has its own arena.
    MALLOC_ARENA_MAX: '2',
  }
}
