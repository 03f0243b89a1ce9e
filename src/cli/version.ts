import manifest from '../../package.json' with { type: 'json' }

/** The version of this program, from package.json. serverInfo, `--version` and the User-Agent all use it. */
export const VERSION: string = manifest.version

/** How this program names itself to the services it calls. */
export const USER_AGENT = `translation-mcp/${VERSION}`
