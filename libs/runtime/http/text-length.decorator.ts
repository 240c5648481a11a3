import { registerDecorator, type ValidationArguments } from 'class-validator';

/** A string of `min` to `max` Unicode code points, as JSON Schema counts length: an emoji with a variation selector is two. */
export function TextLength(min: number, max: number): PropertyDecorator {
  return (target, property) => {
    registerDecorator({
      name: 'textLength',
      target: target.constructor,
      propertyName: String(property),
      constraints: [min, max],
      validator: {
        validate: (value: unknown) => typeof value === 'string' && within([...value].length, min, max),
        defaultMessage: ({ property: name }: ValidationArguments) => `${name} must have ${min} to ${max} characters`,
      },
    });
  };
}

const within = (length: number, min: number, max: number): boolean => length >= min && length <= max;
