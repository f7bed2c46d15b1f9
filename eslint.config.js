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
      deny(['#workflows/*', '!#workflows/contract.ts'], 'The server takes only the contract.'),
    ],
    { globals: [{ name: 'fetch', message: 'Calls to user-given addresses go through server/outbound.' }] },
  ),
  fence(['worker/**'], [noApp, outermost]),
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
