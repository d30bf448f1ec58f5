/** The variable that tells a build whether to write declarations. */
export const DECLARATIONS = 'STOWAGE_DECLARATIONS'

/** Whether this build writes declarations: the compiler takes most of its time. Default: it does. */
export const declarations = process.env[DECLARATIONS] !== 'none'
