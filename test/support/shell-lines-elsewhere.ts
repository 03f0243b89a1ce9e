/** Lines of pages that their own test cannot run, each with the reason, or with where it is run instead. */
export const ELSEWHERE: Readonly<Record<string, string>> = {
  'npm ci && npm test': '.ci/run runs it before everything else',
  'claude mcp add translation -- node "$PWD/dist/main.js"':
    'needs Claude Code; test/e2e/stdio.test.ts starts the same program',
  'claude mcp add translation -- npx -y translation-mcp': 'needs Claude Code and a published package, as the page says',
  'claude mcp add --transport http translation https://translate.example.com/mcp':
    'needs Claude Code and a server of your own',
  'translation-mcp members password ada': 'asks at a terminal; test/e2e/password.test.ts types there',
  'translation-mcp engine-keys set deepl': 'asks at a terminal; test/e2e/password.test.ts types there',
  'translation-mcp engine-keys remove deepl': 'needs a key in a keyring; test/e2e/keyring.slow.test.ts removes one',
  'translation-mcp http --api-url https://api.example.com --public-url https://mcp.example.com':
    'needs a hosted service; test/cli/http-hosted.test.ts has one',
  'translation-mcp login --api-url https://api.example.com':
    'needs a hosted service; test/cli/login.test.ts signs in at one',
  'translation-mcp login --api-url https://api.example.com --device':
    'needs a hosted service; test/cli/login.test.ts signs in at one',
}

/** Lines that test/e2e/clone.slow.test.ts runs in a clone of the project, in this order: they install, build and pack. */
export const IN_A_CLONE: readonly string[] = [
  'git clone REPOSITORY translation-mcp && cd translation-mcp',
  'npm ci && npm run demo',
  'npm start',
  'npm pack && npm install --global ./translation-mcp-0.1.0.tgz',
]
