/** The variables of these scripts; the program gets all others that begin with TRANSLATION_, and git none of them. */
export const PREFIX = 'TRANSLATION_CI_'

/** What the job is told, by its variables. */
export function settingsOf(env) {
  const said = name => (env[PREFIX + name] ?? '').trim()
  const lines = name => listed(said(name), '\n')
  return {
    folder: said('FOLDER') || '.',
    /** Files and folders, one a line: their names may hold anything else. */
    paths: lines('PATHS'),
    languages: listed(said('TO'), ','),
    prune: said('PRUNE') === 'true',
    reviewed: said('REVIEWED') === 'true',
    branch: said('BRANCH') || 'translation-mcp/sync',
    base: said('BASE'),
    title: said('TITLE') || 'Bring translations in step with their sources',
  }
}

function listed(text, separator) {
  const parts = text.split(separator).map(part => part.trim())
  return parts.filter(part => part !== '')
}
