/** A block of a readers' page, and what its reader has to see of it. */
export interface ReaderBlock {
  /** Its first line, without a remark. */
  readonly begins: string
  /** What the reader did before it that no test can do, or that stands in for it. */
  readonly after?: string
  /** What the reader does after it in a browser or by hand, as lines of a shell. */
  readonly later?: string
  /** All that it prints, and what is done then, to standard output and error, have to hold these, in any order. */
  readonly says?: readonly RegExp[]
}

/** The link of an invitation opens a form at the public address, and the form is sent back. */
const SETS_HER_PASSWORD = `link=$(translation-mcp members invite ada | grep -o 'https://.*')
field() { sed -n 's/.*name="'"$1"'" value="\\([^"]*\\)".*/\\1/p' form.html | head -n 1; }
curl -sS --cookie-jar cookies "$link" > form.html
form=https://translate.example.com/invitation
curl -sS --cookie cookies --header 'Origin: https://translate.example.com' --data-urlencode "csrf=$(field csrf)" --data-urlencode "token=$(field token)" --data 'new=correct+horse+battery&again=correct+horse+battery' "$form" > answer.html
translation-mcp members list
`

const FILE = '{ "save": "Save the file", "hello": "Good morning, {name}!" }'

/** Every `sh` block of the readers' pages, in its order. A new block is not run before it stands here. */
export const READER_BLOCKS: Readonly<Record<string, readonly ReaderBlock[]>> = {
  'docs/assistants.md': [
    { begins: 'translation-mcp setup --print', says: [/Cursor/, /Zed/, /\d+ well/, /14 tools/] },
    { begins: 'translation-mcp setup --remove --yes', says: [/Cursor/, /Zed/] },
  ],
  'docs/sync.md': [
    {
      begins: `mkdir locales && printf '{\\n  "hello": "Good morning, {name}!",\\n  "soup": "Soup of the day",\\n  "cake": "Apple cake"\\n}\\n' > locales/en.json`,
    },
    { begins: 'translation-mcp init --yes', says: [/Written: translation-mcp\.json/, /2 missing/, /2 texts written/] },
    {
      begins: `printf '{\\n  "hello": "Good evening, {name}!",\\n  "soup": "Soup of today",\\n  "pie": "Apple cake"\\n}\\n' > locales/en.json`,
    },
    {
      begins: 'translation-mcp sync --engine pseudo --yes --max-credits 100',
      says: [/In step: 1 translation with 3 texts\./],
    },
    { begins: 'translation-mcp watch --max-credits 500', says: [/Watching/] },
    { begins: "echo 'translation-mcp.lock merge=union' >> .gitattributes" },
    { begins: 'translation-mcp review export --to de', says: [/review\.de\.csv/] },
    { begins: 'translation-mcp review import review.de.csv --reviewer "Ana Müller"' },
    { begins: 'translation-mcp sync --undo' },
  ],
  'docs/ci.md': [
    { begins: 'translation-mcp check', says: [/In step: 1 translation/] },
    { begins: 'translation-mcp check --json > findings.json' },
    {
      begins: 'git clone REPOSITORY ../translation-mcp && git -C ../translation-mcp checkout COMMIT',
      says: [/In step: 1 translation/],
    },
  ],
  'docs/team.md': [
    {
      begins: 'translation-mcp http --public-url https://translate.example.com --trusted-hops 1',
      says: [/MCP is served at https:\/\/translate\.example\.com\/mcp for members who sign in\./],
    },
    { begins: 'curl -sS https://translate.example.com/readyz', says: [/\{"status":"ready"\}/] },
    {
      begins: 'translation-mcp members invite ada --scopes +batches:create',
      later: SETS_HER_PASSWORD,
      says: [
        /^https:\/\/translate\.example\.com\/invitation\?token=/m,
        /"ada" .*no password yet/,
        /"ada" {2}member {2}all scopes/,
      ],
    },
    {
      begins: 'claude mcp add --transport http translation https://translate.example.com/mcp',
      says: [/401/, /resource_metadata="https:\/\/translate\.example\.com/],
    },
    { begins: 'translation-mcp audit', says: [/ada/] },
    { begins: 'translation-mcp backup "translation-$(date +%F).tar.gz"', says: [/it is whole/] },
  ],
  'docs/own-key.md': [
    { begins: `echo '${FILE}' > menu.json` },
    {
      begins: 'translation-mcp engine-keys set openai',
      after: 'export TRANSLATION_OPENAI_API_KEY=a-key-of-openai',
      says: [/Engine: openai/, /tokens on your own account/, /menu\.de\.json/],
    },
    {
      begins:
        'export TRANSLATION_OPENAI_BASE_URL=https://openrouter.ai/api/v1 TRANSLATION_OPENAI_MODEL=openai/gpt-5-mini',
      says: [/menu\.pt-BR\.json/],
    },
    {
      begins: 'translation-mcp engine-keys set deepl',
      after: 'export TRANSLATION_DEEPL_API_KEY=test-key:fx',
      says: [/Engine: deepl/, /characters/, /menu\.fr\.json/],
    },
    {
      begins:
        'translation-mcp translate menu.json --to es --engine openai --openai-base-url http://127.0.0.1:11434/v1 --openai-model qwen3:8b',
      after: 'unset TRANSLATION_OPENAI_API_KEY TRANSLATION_OPENAI_BASE_URL TRANSLATION_OPENAI_MODEL',
      says: [/nothing, it is free/, /menu\.es\.json/],
    },
    { begins: 'sudo apt install apertium apertium-eng-spa', says: [/Engine: apertium/, /menu\.apertium\.json/] },
    { begins: 'translation-mcp engine-keys list', says: [/deepl/, /engine-call/] },
    { begins: 'export TRANSLATION_PRICES="deepl characters 20 EUR"', says: [/EUR/, /menu\.ru\.json/] },
  ],
  'docs/api.md': [
    {
      begins: 'translation-mcp service --engine pseudo --port 8400',
      says: [/The Translation Service API listens on http:/],
    },
    { begins: 'umask 077', says: [/"credit_balance": \d+/, /"batch_creation": true/] },
    { begins: `echo '${FILE}' > app.json`, says: [/"plan_revision": "pr_/, /"credit_cost": 5/, /"engine": "pseudo"/] },
    { begins: 'BATCH=$(jq -r .data.batch.id created.json)', says: [/"credits_reserved": 5/] },
    {
      begins: `until curl -sS $API/batches/$BATCH -H @key | jq -e '.error or (.data.status | IN("completed", "failed"))' > /dev/null; do sleep 1; done`,
      says: [/"file_name": "app\.de\.json"/, /"kept_source": 0/, /⟦de .*\{name\}/],
    },
    { begins: 'translation-mcp keys revoke "$(curl -sS $API/account -H @key | jq -r .data.credential.id)"' },
    {
      begins: `curl -sS http://127.0.0.1:8400/openapi.json | jq -r '.paths | keys[]'`,
      says: [/^\/v1\/batches\/\{batch_id\}\/approve$/m],
    },
  ],
}
