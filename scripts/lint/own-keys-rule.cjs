const message = 'The text may be "constructor", which every object has: ask Object.hasOwn first, or use a Map.';

const plain = (node) => (node && /^TS(As|Satisfies)Expression$/.test(node.type) ? plain(node.expression) : node);

/** Whether the annotation is `Record<string, …>`, also read-only. */
function isTable(type) {
  const [first] = type?.typeArguments?.params ?? [];
  if (type?.typeName?.name === 'Readonly') return isTable(first);
  return type?.typeName?.name === 'Record' && first?.type === 'TSStringKeyword';
}

/** Reading a table that stands in the code, an object literal of any texts, by a text that is not asked for with `Object.hasOwn`. */
module.exports = {
  meta: { type: 'problem', schema: [], messages: { unowned: message } },
  create({ sourceCode, report }) {
    const isLiteralTable = (identifier) => {
      let scope = sourceCode.getScope(identifier);
      while (scope && !scope.set.has(identifier.name)) scope = scope.upper;
      const definition = scope?.set.get(identifier.name)?.defs[0]?.node;
      return plain(definition?.init)?.type === 'ObjectExpression' && isTable(definition.id.typeAnnotation?.typeAnnotation);
    };
    const isGuarded = (node, name) => {
      for (let outer = node.parent; outer; outer = outer.parent) {
        const test = outer.type === 'LogicalExpression' ? outer.left : outer.test;
        if (test && sourceCode.getText(test).includes(`Object.hasOwn(${name}, `)) return true;
      }
      return false;
    };
    return {
      MemberExpression(node) {
        const { computed, object, property } = node;
        if (!computed || property.type === 'Literal' || object.type !== 'Identifier') return;
        if (isLiteralTable(object) && !isGuarded(node, object.name)) report({ node, messageId: 'unowned' });
      },
    };
  },
};
