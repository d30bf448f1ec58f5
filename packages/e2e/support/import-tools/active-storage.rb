# The library of a Rails app: Active Storage's own tables, disk service, attachments, variants and previews, on SQLite.
# `ruby active-storage.rb FILES CODE` in the folder of the app attaches the files that FILES lists to posts, evaluates CODE,
# which prints, into old-urls.map, and writes library.json: what Active Storage itself says of each file.
require 'digest'
require 'fileutils'
require 'json'
require 'rails'
require 'active_record/railtie'
require 'action_controller/railtie'
require 'active_job/railtie'
require 'active_storage/engine'

# In place of ImageMagick: only what a variant shows is made up, not how Active Storage keeps it.
class FirstBytes < ActiveStorage::Transformers::Transformer
  private

  def process(file, format:)
    output = Tempfile.new(['variant', ".#{format}"], binmode: true)
    output.write(file.read(100))
    output.tap(&:rewind)
  end
end

class OldApp < Rails::Application
  config.root = Dir.pwd
  config.load_defaults 6.1
  config.eager_load = false
  config.secret_key_base = 'the secret of the old app'
  config.logger = Logger.new('rails.log')
  config.active_job.queue_adapter = :inline
  config.active_storage.service_configurations = { local: { service: 'Disk', root: 'storage' } }
  config.active_storage.service = :local
end

FileUtils.mkdir_p('storage')
ENV['DATABASE_URL'] = "sqlite3:#{File.join(Dir.pwd, 'storage/production.sqlite3')}"
Rails.application.initialize!
ActiveRecord::Migration.verbose = false
migrations = ActiveStorage::Engine.root.join('db/migrate').to_s
ActiveRecord::MigrationContext.new(migrations, ActiveRecord::SchemaMigration).migrate
ActiveRecord::Schema.define { create_table(:posts) { |table| table.string :title } }

class Post < ActiveRecord::Base
  has_one_attached :cover
  has_many_attached :files
end

# A preview of text files, whose picture is a blob that is attached to theirs.
class TextPreviewer < ActiveStorage::Previewer
  def self.accept?(blob)
    blob.content_type == 'text/plain'
  end

  def preview(**)
    yield io: StringIO.new('a picture'), filename: 'preview.png', content_type: 'image/png'
  end
end
ActiveStorage.previewers = [TextPreviewer]
ActiveStorage::Variation.class_eval { define_method(:transformer) { FirstBytes.new(transformations) } }

URLS = Rails.application.routes.url_helpers
small = { resize_to_limit: [100, 100] }
posts = [Post.create!(title: 'First'), Post.create!(title: 'Second')]
library = JSON.parse(File.read(ARGV.fetch(0))).map.with_index do |file, index|
  post = posts[index % 2]
  field = index < 2 ? 'cover' : 'files'
  attached = post.public_send(field)
  # Apps make names of what they know, with slashes too.
  name = index == 3 ? "2019/#{file['name']}" : file['name']
  attached.attach(io: File.open(file['path']), filename: name, content_type: file['type'])
  blob = ActiveStorage::Blob.order(:id).last
  [post, field, blob]
end
# One file of two records.
posts[1].files.attach(library[2][2])

facts = library.map do |post, field, blob|
  blob.reload.analyze
  smaller = blob.representable? ? [blob.representation(small).processed] : []
  owners = ActiveStorage::Attachment.where(blob: blob).order(:id).map do |attachment|
    { type: attachment.record_type, id: attachment.record_id.to_s, field: attachment.name }
  end
  paths = [
    URLS.rails_storage_redirect_path(blob, only_path: true),
    URLS.rails_storage_proxy_path(blob, only_path: true),
    URLS.rails_storage_redirect_path(blob, only_path: true).sub('/redirect/', '/')
  ]
  {
    externalId: blob.key,
    # As it was given: Active Storage shows further signs as hyphens, which are good in names.
    name: blob[:filename].tr('/', '-'),
    createdAt: blob.created_at.utc.iso8601(6),
    owners: owners.select { |owner| owner[:type] == 'Post' },
    sha256: Digest::SHA256.hexdigest(blob.download),
    urls: paths,
    smallerUrls: smaller.map { |each| URLS.rails_representation_path(each, only_path: true) }
  }
end

$stdout = File.open('old-urls.map', 'w')
eval(ARGV.fetch(1)) # rubocop:disable Security/Eval -- the line that the guide shows
$stdout.close
$stdout = STDOUT
File.write('library.json', JSON.generate(version: ActiveStorage.version.to_s, files: facts))
