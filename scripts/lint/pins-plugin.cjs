const ownKeys = require('./own-keys-rule.cjs');

/** A rule that refuses what the selectors find, each with its message. */
const refuse = (refused) => ({
  meta: { type: 'problem', schema: [] },
  create: ({ report }) => Object.fromEntries(refused.map(([selector, message]) => [selector, (node) => report({ node, message })])),
});

const inUtc = 'This depends on the time zone of the process: use the form in UTC.';
/** What reads or writes a moment in the zone of the process. */
const localTime = refuse([
  ['CallExpression[callee.property.name=/^[gs]et(FullYear|Month|Date|Day|Hours|Minutes|Seconds|Milliseconds|Year)$/]', inUtc],
  ['CallExpression[callee.property.name=/^(getTimezoneOffset|to(Locale)?(Date|Time)String)$/]', inUtc],
  ["NewExpression[callee.name='Date'][arguments.length>1]", inUtc],
  [":matches(NewExpression, CallExpression)[callee.property.name='DateTimeFormat'][arguments.length<2]", inUtc],
  ["CallExpression[callee.property.name='toLocaleString'][callee.object.callee.name='Date']", inUtc],
]);

/** What would make markup of a text, or a style that the policy of the console forbids. */
const markup = refuse([
  ["JSXAttribute[name.name='dangerouslySetInnerHTML']", 'Texts of others are text.'],
  ['AssignmentExpression[left.property.name=/^(inner|outer)HTML$/]', 'Texts of others are text.'],
  ['JSXOpeningElement[name.name=/^(style|script)$/]', 'The policy of the console forbids it: write a file.'],
]);

/** What a decider, a fold or an upcaster may not do, besides the globals that it may not use. */
const impure = refuse([
  ["NewExpression[callee.name='Date'][arguments.length=0]", 'Time arrives with the command.'],
  ["CallExpression[callee.name='Date']", 'Time arrives with the command.'],
  [':matches(FunctionDeclaration, FunctionExpression, ArrowFunctionExpression)[async=true]', 'Rules do not wait.'],
  ['AwaitExpression', 'Rules do not wait.'],
]);

/** The rules of this house that no list of rules has; `.oxlintrc.json` says where each holds. */
module.exports = { meta: { name: 'pins' }, rules: { 'own-keys': ownKeys, 'local-time': localTime, markup, impure } };
