import importX, { createNodeResolver } from 'eslint-plugin-import-x';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import tseslint from 'typescript-eslint';

// The fences between the rooms: who may import whom (docs/data-flow.md).
const fence = (files, patterns, { ignores = ['**/*.test.{ts,tsx}'], globals = [] } = {}) => ({
  files,
  ignores,
  rules: {
    'no-restricted-imports': ['error', { patterns }],
    ...(globals.length > 0 && { 'no-restricted-globals': ['error', ...globals] }),
  },
});
const deny = (group, message, extra = {}) => ({ group, message, ...extra });
const outermost = deny(['#dev/*', '#tests/*', '#prisma/*'], 'Only tools and tests import this room.');
const noApp = deny(
  ['#app/*', '@remix-run/*', 'react', 'react-dom'],
  'The server knows nothing of the screens.',
);
// User-given addresses are called by server/outbound alone, which checks what is behind a name.
const guardedCalls = 'Calls to user-given addresses go through server/outbound.';
const noRawCalls = deny(
  ['undici', 'axios', 'node-fetch', 'got', 'node:https', 'https', 'node:http2'],
  guardedCalls,
);
const noFetch = [{ name: 'fetch', message: guardedCalls }];
const noWorker = deny(['#worker/*'], 'Nobody imports the worker.');

export default tseslint.config(
  {
    ignores: ['build', 'node_modules', '.punctual', 'server/generated', 'coverage', 'public', 'test-results'],
  },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    plugins: { 'import-x': importX },
    rules: {
      'max-lines': ['error', { max: 300 }],
      'no-console': 'error',
      'import-x/no-cycle': ['error', { maxDepth: 6 }],
      'import-x/no-duplicates': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/only-throw-error': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
    },
    settings: { 'import-x/resolver-next': [createNodeResolver({ extensions: ['.js', '.ts', '.tsx'] })] },
  },
  { files: ['**/*.{js,mjs}'], ...tseslint.configs.disableTypeChecked },
  { files: ['tests/**', 'bench/**', '**/*.test.{ts,tsx}'], rules: { 'max-lines': ['error', { max: 500 }] } },
  { files: ['dev/**', 'bench/**', 'prisma/**', 'tests/**'], rules: { 'no-console': 'off' } },
  { files: ['**/*.tsx'], ...jsxA11y.flatConfigs.strict },

  fence(
    ['domain/**'],
    [
      deny(['#*/*', '!#domain/*'], 'domain is pure: it imports domain only.'),
      deny(['node:*', '@*/*', 'react', 'pg', 'undici'], 'domain is pure: zod, croner and cronstrue only.'),
    ],
    { globals: ['process', 'Buffer', 'window', 'document', 'fetch'] },
  ),
  fence(
    ['workflows/**'],
    [
      deny(['#*/*', '!#domain/*', '!#workflows/*'], 'workflows import domain only.'),
      deny(['#domain/job.ts', 'zod', 'node:*', 'pg', 'undici'], 'Workflow code is deterministic and small.'),
    ],
    { globals: ['process', 'Buffer', 'fetch'] },
  ),
  fence(
    ['server/**'],
    [
      noApp,
      noWorker,
      outermost,
      noRawCalls,
      deny(['#workflows/*', '!#workflows/contract.ts'], 'The server takes only the contract.'),
    ],
    { globals: noFetch },
  ),
  fence(
    ['server/outbound/**'],
    [
      noApp,
      noWorker,
      outermost,
      deny(['#workflows/*', '!#workflows/contract.ts'], 'The server takes only the contract.'),
    ],
    { globals: noFetch },
  ),
  fence(['worker/**'], [noApp, outermost, noRawCalls], { globals: noFetch }),
  {
    files: ['server/**', 'worker/**'],
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'globalThis', property: 'fetch', message: guardedCalls },
        { object: 'http', property: 'request', message: guardedCalls },
        { object: 'http', property: 'get', message: guardedCalls },
      ],
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'ImportDeclaration[source.value=/^(node:)?http$/] > ImportSpecifier[imported.name=/^(request|get)$/]',
          message: guardedCalls,
        },
      ],
    },
  },
  fence(
    ['app/**'],
    [
      noWorker,
      outermost,
      deny(
        ['@temporalio/*', '@prisma/*', '#server/generated/*', 'pg'],
        'Screens go through the use cases of server/.',
      ),
    ],
  ),
);
