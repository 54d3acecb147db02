import webpack, { type Compiler, type WebpackPluginInstance } from 'webpack';

const NAME = 'own-keys';

type Parser = webpack.javascript.JavascriptParser;
type Statement = Parameters<Parameters<Parser['hooks']['statement']['tap']>[1]>[0];
type Loop = Extract<Statement, { type: 'ForInStatement' }>;

/** An expression that may be read twice: a name, or members of `this` or a name. */
const PLAIN = /^[\w$]+(?:\.[\w$]+)*$/;

/** The name of the variable that takes the keys; undefined for anything but a name. */
const keyOf = ({ left }: Loop): string | undefined => {
  const target = left.type === 'VariableDeclaration' ? left.declarations[0]?.id : left;
  return target?.type === 'Identifier' ? target.name : undefined;
};

const sourceOf = ({ range = [0, 0] }: Loop['body'] | Loop['right'], { state }: Parser): string =>
  String(state.source).slice(...range);

/** The source of the object in the loop; undefined if the guard can't evaluate it a second time. */
const objectOf = ({ right }: Loop, parser: Parser): string | undefined => {
  const text = sourceOf(right, parser);
  if (!PLAIN.test(text)) return undefined;
  const variable = parser.getVariableInfo(text.replace(/\..*/, ''));
  // The build renames imports.
  const isTagged = typeof variable === 'object' && 'tagInfo' in variable && variable.tagInfo !== undefined;
  return isTagged ? undefined : text;
};

/** A name, or members of one, in a regular expression. */
const escaped = (plain: string): string => plain.replaceAll(/[$.]/g, '\\$&');

/** Whether the loop already checks for own keys of its object, as React's loops do. */
const isGuarded = ({ body }: Loop, [key, object]: [string, string], parser: Parser): boolean => {
  const [ofKey, ofObject] = [escaped(key), escaped(object)];
  const asks = `\\bhasOwn(?:Property)?(?:\\.call)?\\(\\s*${ofObject}\\s*,\\s*${ofKey}\\s*\\)`;
  return new RegExp(`${asks}|${ofObject}\\.hasOwnProperty\\(\\s*${ofKey}\\s*\\)`).test(
    sourceOf(body, parser),
  );
};

const guardLoops = (parser: Parser): void =>
  parser.hooks.statement.tap(NAME, (statement) => {
    if (statement.type !== 'ForInStatement' || !statement.body.range) return;
    const [key, object] = [keyOf(statement), objectOf(statement, parser)];
    if (key === undefined || object === undefined || isGuarded(statement, [key, object], parser)) return;
    const guard = `if(!(${key} in[])||Object.prototype.hasOwnProperty.call(${object},${key}))`;
    parser.state.module.addPresentationalDependency(
      new webpack.dependencies.ConstDependency(guard, statement.body.range[0]),
    );
  });

/**
 * Makes `for (key in object)` skip properties that a site's old libraries (Prototype.js) add to the prototypes of all
 * objects and arrays. Keys of the object itself and of other prototypes stay.
 */
export const ownKeys = (): WebpackPluginInstance => ({
  apply(compiler: Compiler) {
    compiler.hooks.normalModuleFactory.tap(NAME, (factory) => {
      for (const type of ['javascript/auto', 'javascript/dynamic', 'javascript/esm'] as const)
        factory.hooks.parser.for(type).tap(NAME, guardLoops);
    });
  },
});
