import { VERSION } from '../../src/cli/version.ts'

/** Lines of pages that their own test cannot run, each with the reason, or with where it is run instead. */
export const ELSEWHERE: Readonly<Record<string, string>> = {
  'npm ci': 'another line begins with it',
  'npm ci && npm test': '.ci/run runs it before everything else',
  'npm run check': '.ci/run runs it',
  'npx vitest run -t MCP-4 test/mcp/protocol.test.ts': 'the line above it is run in a clone, and takes long enough',
  'npm run bench -- --only listing --rounds 1': 'test/e2e/bench.slow.test.ts runs each measurement',
  'npx biome check --write src': 'would change files; `npm run check` says whether it had to',
  'npx @modelcontextprotocol/inspector --cli node dist/main.js --method tools/list':
    'downloads the Inspector; tried by hand with 2.12.0',
  'npx @modelcontextprotocol/inspector node dist/main.js': 'downloads the Inspector and opens a browser',
  'claude mcp add translation -- node "$PWD/dist/main.js"':
    'needs Claude Code; test/e2e/stdio.process.test.ts starts the same program',
  'claude mcp add translation -- npx -y translation-mcp': 'needs Claude Code and a published package, as the page says',
  'translation-mcp members password ada': 'asks at a terminal; test/e2e/password.slow.test.ts types there',
  'translation-mcp engine-keys set openai': 'asks at a terminal; test/e2e/password.slow.test.ts types there',
  'translation-mcp engine use ollama': 'needs a server of models; test/cli/engines/terminal.slow.test.ts plays one',
  'translation-mcp engine use deepl': 'asks for a key; test/cli/engines/terminal.slow.test.ts types one',
  'translation-mcp engine-keys set deepl': 'asks at a terminal; test/e2e/password.slow.test.ts types there',
  'translation-mcp engine-keys remove deepl': 'needs a key in a keyring; test/e2e/keyring.slow.test.ts removes one',
  'translation-mcp http --api-url https://api.example.com --public-url https://mcp.example.com':
    'needs a hosted service; test/cli/http-hosted.slow.test.ts has one',
  'translation-mcp login --api-url https://api.example.com':
    'needs a hosted service; test/cli/login.slow.test.ts signs in at one',
  'TRANSLATION_API_KEY=… translation-mcp verify --api-url https://api.example.com':
    'needs a service; test/verify/command.slow.test.ts has one',
  'sudo apt install apertium apertium-eng-spa': 'installs packages; .ci/run names them',
  'git clone REPOSITORY ../translation-mcp && git -C ../translation-mcp checkout COMMIT':
    'test/e2e/pages.slow.test.ts clones, as the README says',
  '(cd ../translation-mcp && npm ci && npm run build)': 'test/e2e/pages.slow.test.ts builds there, as the README says',
  'createdb --encoding UTF8 --template template0 translation':
    'needs a PostgreSQL server; npm run test:postgres starts one and makes databases',
  "export TRANSLATION_DATABASE_URL='postgres://translation:PASSWORD@db.example/translation?sslmode=verify-full'":
    'needs that server; npm run test:postgres sets it',
  'pg_dump --format custom --file translation.dump "$TRANSLATION_DATABASE_URL"':
    'needs that server; test/service/store/dumped.postgres.test.ts does so',
  'tar -czf folder.tar.gz -C "$DATA_DIR" .': 'belongs to the line above it',
  'pg_restore --no-owner --dbname "$TRANSLATION_DATABASE_URL" translation.dump':
    'needs that server; test/service/store/dumped.postgres.test.ts does so',
  'translation-mcp login --api-url https://api.example.com --device':
    'needs a hosted service; test/cli/login.slow.test.ts signs in at one',
}

/** Lines that test/e2e/pages.slow.test.ts runs in a clone of the project, in this order: they install, build and pack. */
export const IN_A_CLONE: readonly string[] = [
  'git clone REPOSITORY translation-mcp && cd translation-mcp',
  'npm ci && npm run demo',
  'npm start',
  'npm run build',
  'npx vitest run test/contract/url.test.ts',
  `npm pack && npm install --global ./translation-mcp-${VERSION}.tgz`,
]
